"""Every frame of a range as CSV, page by page: all_frames.py DEVICE FROM TO"""

import csv
import sys

from canopy_api import Canopy, microseconds

device, begin, end = sys.argv[1:]
canopy = Canopy()
# Ranges of history are in milliseconds.
query = {"start_time": microseconds(begin) // 1000, "end_time": microseconds(end) // 1000, "page_size": 1000}
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["time_us", "channel", "id", "data"])
while True:
    page = canopy.get(f"/things/{device}/frames", **query)
    out.writerows((frame["time"], frame["channel"], f"{frame['id']:X}", frame["data"]) for frame in page["list"])
    if page["newer"] is None or not page["list"]:
        break
    query["cursor"] = page["newer"]
