def types = [1 + 1, 1 + 1L, 1 + 1.0, 1 + 1d, 1 + 1f, 1L + 1.0, 1L + 1d, 1G + 1, 1G + 1.0, 1.0 + 1d, 1 * 1L, 1 / 1, 1L / 1, 1d / 1, 2 ** 2, 2L ** 2, 2.0 ** 2, 2d ** 2, 2G ** 2, 1 - 1L, (byte) 1 + (byte) 1, (short) 1 + 1]
types.each { println it.class.simpleName + ' ' + it }
