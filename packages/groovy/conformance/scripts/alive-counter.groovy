def counter = [12, 13, 14, 15, 0, 1, 3, 4, 4, 5]
int missing = 0
int repeated = 0
counter.eachWithIndex { c, i ->
    if (i == 0) return
    int step = (c - counter[i - 1] + 16) % 16
    if (step == 0) repeated++
    else if (step > 1) missing += step - 1
}
println "missing $missing repeated $repeated of ${counter.size()}"
