int n = 50
boolean[] no = new boolean[n + 1]
def primes = []
for (int i = 2; i <= n; i++) {
    if (no[i]) continue
    primes << i
    for (int j = i * i; j <= n; j += i) no[j] = true
}
println primes
println primes.collate(5)*.sum()
