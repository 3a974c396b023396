#!/bin/sh
# The newest 100 frames of a device: newest-frames.sh DEVICE
curl --fail-with-body --silent --show-error --get "$CANOPY_URL/api/things/$1/frames" \
  --header "Authorization: Bearer $CANOPY_TOKEN" \
  --data-urlencode "order=older" --data-urlencode "page_size=100"
