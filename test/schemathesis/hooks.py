"""What Schemathesis cannot know: our formats (an `openapi-document` is one as text, JSON or YAML), that a key is for one request, and what time it is."""

import datetime
import json
import uuid

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation

_PATHS = {"/things": {"get": {"responses": {"200": {"description": "OK"}}}}}


def _document(version, title):
    return {"openapi": version, "info": {"title": title, "version": "1"}, "paths": _PATHS}


_documents = st.builds(_document, st.sampled_from(["3.0.3", "3.1.0"]), st.text(max_size=20))
_yaml = "openapi: 3.1.0\ninfo: {title: Things, version: '1'}\npaths: {}\n"

schemathesis.openapi.format("openapi-document", st.one_of(_documents.map(json.dumps), st.just(_yaml)))
schemathesis.openapi.format("entity-tags", st.sampled_from(["*", '"v1"', 'W/"v1"', '"v1", "v2"']))


@schemathesis.hook
def before_call(context, case, kwargs):
    """The keys that it makes up are few: a second body under one would only ever be answered 422."""
    is_meant = case.meta is not None and not case.meta.is_negative_at(ParameterLocation.HEADER)
    if is_meant and case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    if case.meta is not None and not case.meta.is_negative_at(ParameterLocation.BODY):
        _set_times(case.body, datetime.datetime.now(datetime.timezone.utc))


def _set_times(value, now):
    """A run took place already, and a token ends in the time to come: no schema can say so."""
    if isinstance(value, list):
        for each in value:
            _set_times(each, now)
    if isinstance(value, dict):
        for name, each in value.items():
            if name in ("startedAt", "endedAt") and isinstance(each, str):
                value[name] = now.isoformat()
            elif name == "expiresAt" and isinstance(each, str):
                value[name] = (now + datetime.timedelta(days=1)).isoformat()
            else:
                _set_times(each, now)
