// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'

import { AppHeader, type AppHeaderProps } from '#client/components/app-header.tsx'

import { fireEvent, render, screen, within } from './render.ts'

async function show(props: Partial<AppHeaderProps> = {}) {
  const onLogout = vi.fn<() => void>()
  const onFind = vi.fn<() => void>()
  const onFindIntent = vi.fn<() => void>()
  const root = createRootRoute({
    component: () => (
      <AppHeader
        companyName="Demir Oto"
        logoUrl=""
        userId={7}
        username="usta"
        isAdmin={false}
        hasFigures
        hasPayments
        onFind={onFind}
        onFindIntent={onFindIntent}
        onLogout={onLogout}
        {...props}
      />
    ),
  })
  const any = createRoute({ getParentRoute: () => root, path: '$' })
  const history = createMemoryHistory({ initialEntries: ['/books'] })
  const router = createRouter({ routeTree: root.addChildren([any]), history })
  render(<RouterProvider router={router as never} />)
  const nav = await screen.findByRole('navigation')
  return { nav, onFind, onFindIntent, onLogout, header: screen.getByRole('banner'), router }
}

const names = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)

test('the header names the company and has one link for every screen, in order', async () => {
  const { nav, header } = await show()
  expect(within(header).getByRole('link', { name: 'Demir Oto Yönetim Paneli' })).toBeDefined()
  // Only a phone's bottom bar has 'Yeni', but jsdom knows no widths and shows both.
  expect(names(nav).filter((name) => name !== 'Yeni')).toEqual([
    'Anasayfa',
    'Kayıtlar',
    'Araçlar',
    'Müşteriler',
    'Kasa',
    'Giderler',
    'İstatistikler',
    'Ayarlar',
    'Destek',
    'Çıkış',
  ])
})

test("the link 'Yönetim' is shown to administrators only", async () => {
  const { nav } = await show({ isAdmin: true })
  expect(within(nav).getByRole('link', { name: 'Yönetim' }).getAttribute('href')).toBe('/admin')
})

test("an administrator without a shop has 'Yönetim' beside the first screen, and every other link after it", async () => {
  const { nav } = await show({ isAdmin: true, companyName: '' })
  expect(names(nav)).toEqual([
    'Anasayfa',
    'Yönetim',
    'Kayıtlar',
    'Araçlar',
    'Müşteriler',
    'Kasa',
    'Giderler',
    'İstatistikler',
    'Ayarlar',
    'Destek',
    'Çıkış',
  ])
})

test('the navigation is one stop of Tab, at the current screen or at the focus', async () => {
  const { nav, header } = await show()
  const stops = () =>
    within(nav)
      .getAllByRole('link')
      .filter(({ tabIndex }) => tabIndex === 0)
      .map(({ textContent }) => textContent)
  expect(stops()).toEqual(['Kayıtlar'])
  fireEvent.focus(within(nav).getByRole('link', { name: 'Destek' }))
  expect(stops()).toEqual(['Destek'])
  fireEvent.blur(within(nav).getByRole('link', { name: 'Destek' }))
  expect(stops()).toEqual(['Kayıtlar'])
  expect(within(header).getByRole('link', { name: /Yönetim Paneli$/ }).tabIndex).toBe(-1)
})

test('the header marks the current screen', async () => {
  const { nav } = await show()
  expect(within(nav).getByRole('link', { name: 'Kayıtlar' }).getAttribute('aria-current')).toBe('page')
  expect(within(nav).getByRole('link', { name: 'Giderler' }).hasAttribute('aria-current')).toBe(false)
})

test("the button 'Menü' opens and closes the rest of the list, and Escape or a press outside closes it", async () => {
  const { nav } = await show()
  const toggle = within(nav).getByRole('button', { name: 'Menü' })
  const isOpen = () => toggle.getAttribute('aria-expanded') === 'true'
  const settings = within(nav).getByRole('link', { name: 'Ayarlar' }).closest('li')
  expect(toggle.getAttribute('aria-controls')).toBe(within(nav).getByRole('list').id)
  expect(isOpen()).toBe(false)
  expect(settings?.className).toContain('max-md:hidden')
  for (const close of [
    () => fireEvent.click(toggle),
    () => fireEvent.keyDown(document, { key: 'Escape' }),
    () => fireEvent.pointerDown(document.body),
    () => fireEvent.click(within(nav).getByRole('link', { name: 'Giderler' })),
  ]) {
    fireEvent.click(toggle)
    expect(isOpen()).toBe(true)
    expect(settings?.className).not.toContain('max-md:hidden')
    close()
    expect(isOpen()).toBe(false)
  }
})

test("the link 'Çıkış' logs out and leads to the login screen", async () => {
  const { nav, onLogout, router } = await show()
  const link = within(nav).getByRole('link', { name: 'Çıkış' })
  expect(link.getAttribute('href')).toBe('/oto-servis/')
  fireEvent.click(link)
  expect(onLogout).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/books')
})

test('the menu of the user has the colours, the shortcuts and the way out, and Escape closes it', async () => {
  const { header, onLogout } = await show()
  const toggle = within(header).getByRole('button', { name: /^Hesap:/ })
  expect(within(header).queryByLabelText('Görünüm')).toBe(null)
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(await within(header).findByLabelText('Görünüm')).toBeDefined()
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(toggle)
  const menu = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  expect(menu).not.toBe(null)
  fireEvent.click(await within(menu as HTMLElement).findByRole('link', { name: 'Çıkış' }))
  expect(onLogout).toHaveBeenCalledTimes(1)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
})

test('the shortcuts open from the menu, which returns the focus to its button', async () => {
  const { header } = await show()
  const toggle = within(header).getByRole('button', { name: /^Hesap:/ })
  fireEvent.click(toggle)
  fireEvent.click(await within(header).findByRole('button', { name: 'Kısayollar' }))
  await vi.dynamicImportSettled()
  await screen.findByRole('dialog', { name: 'Kısayollar' })
  fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' })
  await vi.waitFor(() => expect(document.activeElement).toBe(toggle))
})

test("the button and Ctrl+K open the search, and '/' where the screen has none of its own", async () => {
  const { header, onFind, onFindIntent } = await show()
  const button = within(header).getByRole('button', { name: 'Her yerde ara' })
  fireEvent.pointerEnter(button)
  expect(onFindIntent).toHaveBeenCalledOnce()
  fireEvent.click(button)
  expect(onFind).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(document.body, { key: '/' })
  expect(onFind).toHaveBeenCalledTimes(2)
  const own = document.createElement('main')
  own.innerHTML = '<input type="search">'
  document.body.append(own)
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement?.getAttribute('type')).toBe('search')
  expect(onFind).toHaveBeenCalledTimes(2)
  // The key also works in a field, and where single keys are switched off.
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }])
    fireEvent.keyDown(document.activeElement ?? document, { key: 'K', ...modifier })
  expect(onFind).toHaveBeenCalledTimes(4)
  own.remove()
})

test('Ctrl+K is not a search with other keys, while it is held down or a dialog is open', async () => {
  const { onFind } = await show()
  for (const other of [{ altKey: true }, { shiftKey: true }, { ctrlKey: false }, { repeat: true }])
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, ...other })
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  // The browser's own search does not open either.
  expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false)
  dialog.remove()
  expect(onFind).not.toHaveBeenCalled()
})

test('a shop without a name has the mark of the product, not an empty plate', async () => {
  const { header } = await show({ companyName: '' })
  const home = within(header).getByRole('link', { name: 'Yönetim Paneli' })
  expect(home.querySelectorAll('svg')).toHaveLength(1)
  expect(home.textContent?.trim()).toBe('Yönetim Paneli')
})

test("a shop's logo stands in its place, without a text of its own", async () => {
  const { header } = await show({ logoUrl: '/oto-servis/api/logo?user=1&v=a' })
  const home = within(header).getByRole('link', { name: 'Demir Oto Yönetim Paneli' })
  const logo = home.querySelector('img')
  expect(logo?.getAttribute('src')).toBe('/oto-servis/api/logo?user=1&v=a')
  expect(logo?.getAttribute('alt')).toBe('')
  // Without a connection another element takes the logo's place.
  fireEvent.error(logo as HTMLElement)
  expect(home.querySelector('img')).toBe(null)
  expect(home.textContent).toContain('D')
})

test('a new record starts from every screen', async () => {
  const { header } = await show()
  const links = within(header).getAllByRole('link', { name: 'Yeni' })
  // One link is in a phone's bar, one beside the search of a wide screen.
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/book/0', '/book/0'])
})
