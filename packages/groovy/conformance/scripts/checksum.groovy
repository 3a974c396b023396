def xor(bytes) { bytes.inject(0) { a, b -> a ^ (b & 0xFF) } }
def frame = [0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE]
println String.format('%02X', xor(frame))
def sum = frame.sum() & 0xFF
println Integer.toHexString(sum)
int crc8(List data) {
    int crc = 0xFF
    data.each { b ->
        crc ^= b
        8.times { crc = (crc & 0x80) ? ((crc << 1) ^ 0x1D) & 0xFF : (crc << 1) & 0xFF }
    }
    crc ^ 0xFF
}
println String.format('0x%02X', crc8(frame))
