"""The pages. They show a frame; everything in it comes from the public API."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identify import identify_session
from tasks.errors import UnknownTask
from tasks.find import get_task
from web.markdown import to_html

LONGEST_MARKDOWN = 200_000


@login_required
def chat_page(request: HttpRequest) -> HttpResponse:
    """A new conversation."""
    return render(request, "web/chat.html", {"page": "chat"})


@login_required
def task_page(request: HttpRequest, uuid: UUID) -> HttpResponse:
    """The conversation of one task. A stranger's does not exist."""
    try:
        task = get_task(identify_session(request.user), str(uuid))
    except UnknownTask as error:
        raise Http404 from error
    return render(request, "web/chat.html", {"page": "chat", "task": task})


@login_required
def tasks_page(request: HttpRequest) -> HttpResponse:
    """All my tasks."""
    return render(request, "web/tasks.html", {"page": "tasks"})


class MarkdownSerializer(serializers.Serializer[dict[str, str]]):
    text = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=LONGEST_MARKDOWN)


class MarkdownView(APIView):
    """An answer's Markdown as HTML that a page may show."""

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        serializer = MarkdownSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response({"html": to_html(serializer.validated_data["text"])})
