"""Swarms in the admin."""

from django.contrib import admin

from swarms.admin.swarm import SwarmAdmin
from swarms.models import Swarm

admin.site.register(Swarm, SwarmAdmin)
