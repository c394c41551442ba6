"""The web client's files and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import Scope

FOREVER: Final = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""
ASK_AGAIN: Final = "no-cache"
PAGES: Final = (
    "/",
    "/table/{table}",
    "/replay/{table}",
    "/player/{name:path}",
    "/puzzle/{puzzle:path}",
    "/box/{box:path}",
    "/edit/{box:path}",
    "/confirm/{token}",
)
"""The addresses of the client's pages; which one is shown, the client finds out."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Broadside</title></head>
<body><h1>Broadside</h1>
<p>The server runs, but the web client is not built.</p>
<p>Install the package with <code>pip install .</code>, or run <code>make run</code>:
both build it.</p>
</body>
</html>
"""


class CachedFiles(StaticFiles):
    """Files that are kept by the browser as long as their folder allows."""

    def __init__(self, directory: Path, cache_control: str) -> None:
        super().__init__(directory=directory)
        self._cache_control = cache_control

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Give the file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = self._cache_control
        return response


def page_routes(static: Path | None) -> list[BaseRoute]:
    """The pages of the client, or one that says how to build it."""
    if static is None or not (static / "index.html").is_file():
        return [Route(path, _not_built) for path in PAGES]
    index = static / "index.html"

    async def page(_request: Request) -> Response:
        return FileResponse(index, media_type="text/html", headers={"Cache-Control": ASK_AGAIN})

    routes: list[BaseRoute] = [Route(path, page) for path in PAGES]
    if (static / "assets").is_dir():
        assets = CachedFiles(static / "assets", FOREVER)
        routes.append(Mount("/assets", GZipMiddleware(assets, minimum_size=1024)))
    routes.append(Mount("/", CachedFiles(static, ASK_AGAIN)))
    return routes


async def _not_built(_request: Request) -> Response:
    return HTMLResponse(NOT_BUILT, headers={"Cache-Control": ASK_AGAIN})
