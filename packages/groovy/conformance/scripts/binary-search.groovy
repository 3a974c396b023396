int search(list, x) {
    int low = 0
    int high = list.size() - 1
    while (low <= high) {
        int mid = (low + high).intdiv(2)
        if (list[mid] == x) return mid
        if (list[mid] < x) low = mid + 1
        else high = mid - 1
    }
    -1
}
def sorted = [1, 3, 5, 7, 9, 11]
println sorted.collect { search(sorted, it) }
println search(sorted, 4)
println search(sorted, 7.0)
println search([], 1)
