"""Django's settings, all from mailproject/env.py: the embedded form by default, scaled out by addresses."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ

from mailproject.env import Environment
from mailproject.logs import logging_config
from mailproject.secret_key import find_secret_key

ENV = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(ENV.text("MAIL_DATA_DIR")).expanduser().resolve()

SECRET_KEY = find_secret_key(DATA_DIR, ENV.text("MAIL_SECRET_KEY"))
DEBUG = ENV.flag("MAIL_DEBUG")
BASE_URL = ENV.text("BASE_URL")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *ENV.words("MAIL_ALLOWED_HOSTS")]
if BASE_URL:
    ALLOWED_HOSTS.append(urlsplit(BASE_URL).hostname or "localhost")
    CSRF_TRUSTED_ORIGINS = [BASE_URL.rstrip("/")]

INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "accounts",
    "swarms",
    "tasks",
    "web",
    "mailproject",
]

# Every one of these works asynchronously: a sync-only middleware would hold a thread for each waiting caller.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "mailproject.security.content_security_policy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "mailproject.urls"
ASGI_APPLICATION = "mailproject.asgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


def database(url: str) -> dict[str, Any]:
    """SQLite in the data directory, or what DATABASE_URL names."""
    if url.lower() == "none":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "mail.sqlite3",
            # Opening costs more than a query; each thread keeps its own.
            "CONN_MAX_AGE": None,
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
            "OPTIONS": {
                # IMMEDIATE: a read that turns into a write would otherwise fail at once under load.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    config: dict[str, Any] = environ.Env.db_url_config(url)
    if config["ENGINE"] == "django.db.backends.postgresql":
        # A connection that the server dropped is noticed before it is used.
        config["CONN_HEALTH_CHECKS"] = True
        config["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 16, "timeout": 20}}
    return config


DATABASES = {"default": database(ENV.text("DATABASE_URL"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = ENV.text("MAIL_REDIS_URL")
BROKER_URL = ENV.text("MAIL_BROKER_URL") or REDIS_URL or "memory://localhost/"

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "/login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/login"
PASSWORD_MINIMUM = 10
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": PASSWORD_MINIMUM},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BASE_URL.startswith("https://")

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"

LOGGING_CONFIG = None
logging_config(ENV.text("MAIL_LOG_LEVEL"), as_json=ENV.text("MAIL_LOG_FORMAT") == "json")

# What the largest accepted body may be: a megabyte of message, with room for its escaping.
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
# A swarm's page in the admin has some twenty fields for each of its agents.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.BearerAuthentication",
        "accounts.api.authentication.BrowserSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.IsAdminOrUser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "accounts.api.negotiation.AlwaysFirst",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "mailproject.errors.answer_error",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "MAIL server",
    "DESCRIPTION": "The Multi-Agent Interface Layer over HTTP.",
    "VERSION": "1.3",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

UNFOLD = {
    "SITE_TITLE": "MAIL server",
    "SITE_HEADER": "MAIL server",
    "SITE_SUBHEADER": "Control room",
    "SITE_URL": "/",
    "SITE_SYMBOL": "forum",
}

SWARM_NAME = ENV.text("SWARM_NAME")
SWARM_SOURCE = ENV.text("SWARM_SOURCE")
AUTH_ENDPOINT = ENV.text("AUTH_ENDPOINT")
TOKEN_INFO_ENDPOINT = ENV.text("TOKEN_INFO_ENDPOINT")
PYTHON_PREFIXES = ("mail.", *(prefix.rstrip(".") + "." for prefix in ENV.words("MAIL_PYTHON_PREFIXES")))
ALLOW_LITERAL_SECRETS = ENV.flag("MAIL_ALLOW_LITERAL_SECRETS")
TASK_MESSAGE_LIMIT = ENV.number("MAIL_TASK_MESSAGE_LIMIT")
TASK_STEP_LIMIT = ENV.number("MAIL_TASK_STEP_LIMIT")
MODEL_CALLS = ENV.number("MAIL_MODEL_CALLS")
WORKER_THREADS = ENV.number("MAIL_WORKER_THREADS")
