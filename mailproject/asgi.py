"""The ASGI application: static files beside Django, so that no middleware has to be synchronous for them."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mailproject.settings")
django.setup()

from channels.routing import ProtocolTypeRouter  # noqa: E402  # after set-up, as Django asks
from django.conf import settings  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402

from mailproject.static import StaticFiles  # noqa: E402

django_application = get_asgi_application()
static_application = StaticFiles()


async def http(scope, receive, send):  # type: ignore[no-untyped-def]  # the ASGI signature
    application = static_application if scope["path"].startswith(settings.STATIC_URL) else django_application
    await application(scope, receive, send)


application = ProtocolTypeRouter({"http": http})
