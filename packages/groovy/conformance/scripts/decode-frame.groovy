def data = 'DE AD 01 F4 7F 00 80 FF'.split(' ').collect { Integer.parseInt(it, 16) }
println data
int u16(d, i) { (d[i] << 8) | d[i + 1] }
println u16(data, 2)
println u16(data, 2) * 0.1
int signed(int v, int bits) { v >= (1 << (bits - 1)) ? v - (1 << bits) : v }
println signed(data[7], 8) + ' ' + signed(data[6], 8) + ' ' + signed(data[4], 8)
println data.collect { String.format('%02X', it) }.join(' ')
println data.collect { Integer.toBinaryString(it).padLeft(8, '0') }.take(2)
println((data[0] >> 4) & 0x3)
