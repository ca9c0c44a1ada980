// Finds the Chromium of the browser tests. As root on Debian a missing one is installed; elsewhere the error names the
// remedy.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Debian's Chromium without a user interface: a page costs half the CPU that it costs in the whole browser. */
const DEBIAN_PACKAGE = 'chromium-headless-shell'

/** The standard paths of Chromium, Chrome and Edge by platform, the preferred first. */
const PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    `/usr/bin/${DEBIAN_PACKAGE}`,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ],
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].flatMap(
    (program) =>
      ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((folder) =>
        join(process.env[folder] ?? '', program),
      ),
  ),
}
const findChromium = () =>
  [process.env['CHROMIUM_PATH'] ?? '', ...(PATHS[process.platform] ?? [])].find((path) => existsSync(path))

/** Returns the path of the browser's program: `CHROMIUM_PATH`, else a standard path. Throws when there is none. */
export function ensureChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Chromium kuruluyor (apt) ...\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    aptGet('update', '-qq')
    aptGet('install', '-y', '-qq', DEBIAN_PACKAGE)
  }
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error('Tarayıcı testleri için Chromium gerekli: kurun ya da CHROMIUM_PATH ile yolunu verin.')
}
