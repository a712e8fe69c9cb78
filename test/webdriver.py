"""A browser that tests drive: Debian's chromium, by its chromedriver and the
WebDriver protocol (W3C). Nothing but Python's own library is needed."""

import base64
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {"Home": "\ue011", "End": "\ue010", "Left": "\ue012", "Up": "\ue013",
        "Right": "\ue014", "Down": "\ue015", "Tab": "\ue004",
        "Enter": "\ue007"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
START_SECONDS = 60


class Browser:
    """One window. Use it with `with`: the processes end with it."""

    def __init__(self, width=1440, height=900):
        for program in ("chromium", "chromedriver"):
            if not shutil.which(program):
                raise RuntimeError(f"{program} is not installed: see "
                                   "tools/install-packages")
        self.folder = tempfile.mkdtemp(prefix="vouch-browser-")
        self.size = f"--window-size={width},{height}"
        self.session = ""

    def __enter__(self):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True,
            env={**os.environ, "HOME": self.folder, "TMPDIR": self.folder})
        try:
            self.address = f"http://127.0.0.1:{self._port()}"
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *unused):
        try:
            if self.session:
                self._ask("DELETE", "")
        except OSError:
            pass  # it is killed anyway
        try:
            os.killpg(self.driver.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _port(self):
        """The port that the driver says it has chosen."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            line = self.driver.stdout.readline()
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                return found[1]
            if not line:
                break
        raise RuntimeError("chromedriver did not start")

    def _start(self):
        options = {"args": ["--headless=new", "--no-sandbox", self.size,
                            "--disable-gpu", "--disable-dev-shm-usage",
                            "--hide-scrollbars", "--force-device-scale-factor=1",
                            f"--user-data-dir={self.folder}/profile"]}
        wanted = {"alwaysMatch": {"browserName": "chrome",
                                  "goog:chromeOptions": options,
                                  "goog:loggingPrefs": {"browser": "ALL"}}}
        found = self._ask("POST", None, {"capabilities": wanted})
        self.session = found["sessionId"]

    def _ask(self, method, path, body=None):
        place = "/session" if path is None else f"/session/{self.session}{path}"
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(
            self.address + place, data, method=method,
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:600]) from None

    def open(self, path):
        self._ask("POST", "/url", {"url": pathlib.Path(path).resolve().as_uri()})

    def run(self, script, *arguments):
        """What a function body in JavaScript returns."""
        return self._ask("POST", "/execute/sync",
                         {"script": script, "args": list(arguments)})

    def press(self, *keys):
        """Keys, one after another, in the element that has the focus."""
        actions = [{"type": kind, "value": KEYS.get(key, key)}
                   for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": actions}]})

    def texts(self, selector):
        """Of all elements that are shown."""
        return self.run("return [...document.querySelectorAll(arguments[0])]"
                        ".filter(e => e.getClientRects().length)"
                        ".map(e => e.textContent)", selector)

    def text(self, selector):
        return " | ".join(self.texts(selector))

    def scheme(self, name):
        """Prefers `light` or `dark`."""
        self._ask("POST", "/goog/cdp/execute", {
            "cmd": "Emulation.setEmulatedMedia",
            "params": {"features": [{"name": "prefers-color-scheme",
                                     "value": name}]}})

    def size_to(self, width, height):
        self._ask("POST", "/goog/cdp/execute", {
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": {"width": width, "height": height,
                       "deviceScaleFactor": 1, "mobile": False}})

    def messages(self):
        """What the page has written to the console since the last call."""
        return self._ask("POST", "/se/log", {"type": "browser"})

    def picture(self, path):
        data = self._ask("GET", "/screenshot")
        pathlib.Path(path).write_bytes(base64.b64decode(data))
