"""Every change of a swarm becomes a version; old ones are never touched."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from swarms.check import check_document, faults_in
from swarms.document import digest_of
from swarms.export import to_document
from swarms.models import Swarm, SwarmVersion

# Who is behind a change; None when a command or the start of the server is.
Person = AbstractBaseUser | AnonymousUser | None


def record_version(swarm: Swarm, by: Person = None) -> SwarmVersion:
    """Judge the swarm's rows as they are now, and write a version if they say something new.

    Called inside the transaction that changed the rows, which holds the swarm's row.
    """
    document = to_document(swarm)
    faults = [problem.sentence for problem in faults_in(check_document(document))]
    version = swarm.current_version
    if version is None or version.digest != digest_of(document):
        version = SwarmVersion.objects.create(
            swarm=swarm,
            number=version.number + 1 if version else 1,
            document=document,
            digest=digest_of(document),
            created_by_id=by.pk if by else None,
        )
    swarm.current_version = version
    swarm.is_runnable = not faults
    swarm.problems = faults
    swarm.save(update_fields=["current_version", "is_runnable", "problems", "changed_at"])
    return version
