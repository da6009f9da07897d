"""The paths of the tasks API: the names of MAIL 1.x, and resources under /api/v1/."""

from django.urls import path, re_path

from tasks.api import message, old_names, server, tasks

# A task's name is the caller's own text and may hold slashes.
NAME = r"(?P<name>.+)"

urlpatterns = [
    path("health", server.HealthView.as_view()),
    path("status", server.StatusView.as_view()),
    path("whoami", server.WhoamiView.as_view()),
    path("message", message.MessageView.as_view()),
    path("chat", message.ChatView.as_view()),
    path("ui/message", message.UiMessageView.as_view()),
    path("task", old_names.OldTaskView.as_view()),
    path("ui/tasks", old_names.UiTaskListView.as_view()),
    re_path(rf"^ui/task/{NAME}$", old_names.UiTaskView.as_view()),
    path("api/v1/tasks", tasks.TaskListView.as_view()),
    re_path(rf"^api/v1/tasks/{NAME}/events$", tasks.TaskEventsView.as_view()),
    re_path(rf"^api/v1/tasks/{NAME}/cancel$", tasks.TaskCancelView.as_view()),
    re_path(rf"^api/v1/tasks/{NAME}/answer$", tasks.TaskAnswerView.as_view()),
    re_path(rf"^api/v1/tasks/{NAME}$", tasks.TaskView.as_view()),
]
