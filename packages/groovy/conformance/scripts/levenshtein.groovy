int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1]
    for (int i = 0; i <= a.length(); i++) d[i][0] = i
    for (int j = 0; j <= b.length(); j++) d[0][j] = j
    for (int i = 1; i <= a.length(); i++)
        for (int j = 1; j <= b.length(); j++) {
            int cost = a[i - 1] == b[j - 1] ? 0 : 1
            d[i][j] = [d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost].min()
        }
    d[a.length()][b.length()]
}
println distance('kitten', 'sitting')
println distance('', 'abc')
println distance('same', 'same')
