"""The addresses of the pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tasks.api.old_names import OldTaskListView
from tasks.api.server import RootView
from web import views
from web.choose import page_or_json

urlpatterns = [
    path("", page_or_json(views.chat_page, RootView.as_view()), name="chat"),
    path("chat/<uuid:uuid>", views.task_page, name="task"),
    path("tasks", page_or_json(views.tasks_page, OldTaskListView.as_view()), name="tasks"),
    path("web/markdown", views.MarkdownView.as_view()),
    path(
        "login",
        LoginView.as_view(template_name="web/login.html", redirect_authenticated_user=True),
        name="login",
    ),
    path("logout", LogoutView.as_view(), name="logout"),
]
