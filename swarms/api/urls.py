"""The paths of the swarms API."""

from django.urls import path

from swarms.api.views import SwarmListView

urlpatterns = [path("api/v1/swarms", SwarmListView.as_view())]
