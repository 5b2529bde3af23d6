"""What Schemathesis cannot know of our formats: an `openapi-document` is an OpenAPI document as text, JSON or YAML."""

import json

import schemathesis
from hypothesis import strategies as st

_PATHS = {"/things": {"get": {"responses": {"200": {"description": "OK"}}}}}


def _document(version, title):
    return {"openapi": version, "info": {"title": title, "version": "1"}, "paths": _PATHS}


_documents = st.builds(_document, st.sampled_from(["3.0.3", "3.1.0"]), st.text(max_size=20))
_yaml = "openapi: 3.1.0\ninfo: {title: Things, version: '1'}\npaths: {}\n"

schemathesis.openapi.format("openapi-document", st.one_of(_documents.map(json.dumps), st.just(_yaml)))
