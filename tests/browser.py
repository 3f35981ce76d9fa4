"""Chromium under the hand of a test, over the WebDriver protocol: open a page, run a script in it, click, read the console."""
from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path

ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which WebDriver names an element. Source: W3C WebDriver, section 12.1."""


def is_there() -> bool:
    """Whether Chromium and its driver are on this machine."""
    return all(map(shutil.which, ("chromium", "chromedriver")))


class Browser:
    """One window; `base` is the address of its session."""

    def __init__(self, base: str):
        self.base = base

    def call(self, path: str, body=None, method="POST"):
        """The value of a WebDriver command. Raises urllib.error.HTTPError with the driver's message."""
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=200) as answer:
            return json.loads(answer.read())["value"]

    def open(self, path, width=1000, height=900) -> None:
        """Show a file in a window of that size, in pixels."""
        self.call("/window/rect", {"width": width, "height": height})
        self.call("/url", {"url": Path(path).resolve().as_uri()})

    def run(self, script: str, *arguments):
        """What a script returns; it is the body of a function."""
        return self.call("/execute/sync", {"script": script, "args": list(arguments)})

    def click(self, selector: str) -> None:
        """Click the first element that a selector finds."""
        self.run("arguments[0].scrollIntoView({block: 'center'})", {ELEMENT: self.find(selector)})
        self.call(f"/element/{self.find(selector)}/click")

    def keys(self, selector: str, text: str) -> None:
        """Type into the first element that a selector finds."""
        self.call(f"/element/{self.find(selector)}/value", {"text": text})

    def find(self, selector: str) -> str:
        return self.call("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def console(self) -> list:
        """The messages that the page wrote to the console since the last call."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]


@contextlib.contextmanager
def opened():
    """A Browser for the length of a with statement."""
    profile = tempfile.mkdtemp()
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    try:
        port = next(found[1].decode() for found in (re.search(rb"successfully on port (\d+)", line) for line in driver.stdout) if found)
        browser = Browser(f"http://127.0.0.1:{port}")
        options = {"args": [*ARGUMENTS, f"--user-data-dir={profile}"], "binary": shutil.which("chromium")}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        session = browser.call("/session", {"capabilities": {"alwaysMatch": wanted}})
        browser.base += f"/session/{session['sessionId']}"
        yield browser
        browser.call("", method="DELETE")
    finally:
        driver.kill()
        driver.wait()
        driver.stdout.close()
        shutil.rmtree(profile, ignore_errors=True)
