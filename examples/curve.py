"""A signal over a range as CSV: curve.py DEVICE CHANNEL DBC MESSAGE_ID SIGNAL FROM TO"""

import csv
import sys

from canopy_api import Canopy, microseconds

device, channel, dbc, message_id, signal, begin, end = sys.argv[1:]
start = microseconds(begin)
item = {
    "channel": int(channel),
    "dbc_id": dbc,
    "message_id": int(message_id, 16),
    "is_extended": int(message_id, 16) > 0x7FF,
    "signal": signal,
}
body = {"start_time": str(start), "end_time": str(microseconds(end)), "pixels": 4000, "items": [item]}
[curve] = Canopy().post(f"/things/{device}/signals/curves", body)["data"]["items"]
if curve["state"] != "drawn":
    sys.exit(curve.get("message", curve["state"]))
# Every sample where they fit; else of each pixel the first, smallest, largest and last: no peak is lost.
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["time_us", signal])
out.writerows((start + time, value) for time, value in zip(curve["times"], curve["values"]))
