import { afterEach, beforeEach, vi } from 'vitest'

class NoResize {
  observe() {}
  disconnect() {}
}

/** jsdom has no layout: in the tests of a file every element is as large as a chart on a tablet. */
export function layOutCharts(): void {
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', NoResize)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(256)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
