import { expect, test } from 'vitest'

import { routeOf } from '#server/platform/metrics/collect.ts'

const known = {
  procedures: new Set(['kayit.list', 'auth.login']),
  legacy: new Set(['login.php', 'admin/users.php']),
}

test.each([
  ['/oto-servis/api/trpc/kayit.list', 'kayit.list'],
  ['/oto-servis/api/trpc/kayit.list,auth.session', 'batch'],
  ['/oto-servis/api/trpc/uydurma.1', 'unknown'],
  ['/api/login.php', 'login.php'],
  ['/oto-servis/api/admin/users.php', 'admin/users.php'],
  ['/api/uydurma-2.php', 'unknown'],
  ['/oto-servis/api/export/kayit', 'export'],
  ['/oto-servis/api/backup', 'backup'],
  ['/api/docs', 'unknown'],
  ['/healthz', 'healthz'],
  ['/readyz', 'readyz'],
  ['/oto-servis/assets/index-1.js', 'file'],
  ['/oto-servis/book/7', 'page'],
  ['/', 'page'],
])('%s has the label %s', (path, route) => {
  expect(routeOf(path, known)).toBe(route)
})
