def sort(list) {
    def a = list.clone()
    boolean swapped = true
    int passes = 0
    while (swapped) {
        swapped = false
        passes++
        for (int i = 0; i < a.size() - 1; i++) {
            if (a[i] > a[i + 1]) {
                def t = a[i]
                a[i] = a[i + 1]
                a[i + 1] = t
                swapped = true
            }
        }
    }
    [a, passes]
}
println sort([5, 1, 4, 2, 8])
println sort(['pear', 'fig', 'apple'])
println sort([2.5, 1, 3L])
