"""Views of the tests' own: one for each permission class, and a plain async one."""

from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.permissions import IsAdmin, IsAdminOrUser, IsAgent
from accounts.doors import aidentify_request
from accounts.roles import is_caller
from mail.errors import MailError


class WhoView(APIView):
    @extend_schema(responses=str)
    def get(self, request: Request) -> Response:
        return Response({"caller": request.user.key if is_caller(request.user) else None})

    post = get


@csrf_exempt
async def plain(request: HttpRequest) -> JsonResponse:
    try:
        caller = await aidentify_request(request)
    except MailError as error:
        return JsonResponse({"detail": error.detail}, status=error.status)
    return JsonResponse({"caller": caller.key})


urlpatterns = [
    path("default", WhoView.as_view()),
    path("admin", WhoView.as_view(permission_classes=[IsAdmin])),
    path("both", WhoView.as_view(permission_classes=[IsAdminOrUser])),
    path("agent", WhoView.as_view(permission_classes=[IsAgent])),
    path("open", WhoView.as_view(permission_classes=[AllowAny])),
    path("plain", plain),
]
