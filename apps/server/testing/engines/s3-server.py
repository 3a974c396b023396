"""For tests: OpenStack Swift with its S3 API as one process, s3-server.py FOLDER. Needs Debian's python3-swift.

Prints its port and ends with its standard input. Accounts, containers and objects are Swift's own servers behind its
proxy, one replica of each; the keys are test:tester and testing. Objects lie in memory: on a disk they need extended
attributes, which are not to be had everywhere.
"""
import json
import os
import sys

import eventlet
from swift.common import utils

utils.eventlet_monkey_patch()

from eventlet import wsgi
from swift.account import server as account_server
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container import server as container_server
from swift.obj import mem_server as object_server

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


class Cache:
    """In place of memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **_):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


def with_cache(app):
    cache = Cache()
    return lambda env, start: app({**env, "swift.cache": cache}, start)


def serve(app, listener):
    eventlet.spawn(
        wsgi.server,
        listener,
        app,
        log=open(os.devnull, "w"),
        protocol=SwiftHttpProtocol,
        capitalize_response_headers=False,
        max_size=1024,
    )


def write_ring(folder, name, port):
    builder = RingBuilder(1, 1, 0)
    place = {"ip": "127.0.0.1", "port": port, "device": "one"}
    builder.add_dev({"region": 1, "zone": 1, "weight": 1.0, "meta": "", **place})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, name + ".ring.gz"))


def main(folder):
    os.makedirs(os.path.join(folder, "one"), exist_ok=True)
    with open(os.path.join(folder, "swift.conf"), "w") as file:
        file.write("[swift-hash]\nswift_hash_path_suffix = test\n")
    utils.set_swift_dir(folder)
    conf = {"devices": folder, "swift_dir": folder, "mount_check": "false", "log_level": "ERROR"}
    servers = {"account": account_server, "container": container_server, "object": object_server}
    for name, server in servers.items():
        listener = eventlet.listen(("127.0.0.1", 0))
        write_ring(folder, name, listener.getsockname()[1])
        serve(server.app_factory({}, **conf), listener)
    path = os.path.join(folder, "proxy-server.conf")
    with open(path, "w") as file:
        file.write(PROXY.format(folder=folder))
    proxy = eventlet.listen(("127.0.0.1", 0))
    serve(with_cache(loadapp(path)), proxy)
    print(json.dumps({"port": proxy.getsockname()[1]}), flush=True)
    while True:
        eventlet.hubs.trampoline(0, read=True)
        if not os.read(0, 1):
            return


if __name__ == "__main__":
    main(sys.argv[1])
