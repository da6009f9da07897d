"""Puts the rooms together. The Celery application is made here, so that every process has the same broker."""

from mailproject.celery import app

__all__ = ["app"]
