"""The paths of the swarms API: the names of MAIL 1.x, and resources under /api/v1/."""

from django.urls import path

from swarms.api import views

urlpatterns = [
    path("swarms/dump", views.DumpView.as_view()),
    path("swarms/load", views.LoadView.as_view()),
    path("ui/agents", views.AgentsView.as_view()),
    path("api/v1/swarms", views.SwarmListView.as_view()),
    path("api/v1/swarms/check", views.SwarmCheckView.as_view()),
    path("api/v1/swarms/<str:name>", views.SwarmView.as_view()),
]
