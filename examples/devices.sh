#!/bin/sh
# Devices of the token's tenant, 25 a page: devices.sh [PAGE]
curl --fail-with-body --silent --show-error --get "$CANOPY_URL/api/things" \
  --header "Authorization: Bearer $CANOPY_TOKEN" \
  --data-urlencode "current_page=${1:-1}" --data-urlencode "page_size=25"
