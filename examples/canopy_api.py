"""A client for the API of Canopy, with Python's own library alone."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone


class CanopyError(Exception):
    """An answer that is no success; `code` names the reason, as at /docs/api."""

    def __init__(self, status, answer):
        super().__init__(f"{status} {answer.get('code')}: {answer.get('message')}")
        self.status = status
        self.code = answer.get("code")


class Canopy:
    def __init__(self, url=None, token=None):
        self.url = (url or os.environ["CANOPY_URL"]).rstrip("/")
        self.token = token or os.environ["CANOPY_TOKEN"]

    def get(self, path, **query):
        return self._call("GET", f"{path}?{urllib.parse.urlencode(query)}" if query else path)

    def post(self, path, body):
        return self._call("POST", path, json.dumps(body).encode())

    def _call(self, method, path, data=None):
        headers = {"Authorization": f"Bearer {self.token}"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}/api{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise CanopyError(error.code, json.load(error)) from None


def microseconds(text):
    """Of a time such as 2026-11-18T08:00; UTC where it names no zone."""
    time = datetime.fromisoformat(text)
    return round((time if time.tzinfo else time.replace(tzinfo=timezone.utc)).timestamp() * 1_000_000)
