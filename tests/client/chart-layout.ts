import { afterEach, beforeEach, vi } from 'vitest'

class NoResize {
  observe() {}
  disconnect() {}
}

/** Gives every element of a file's tests the size of a chart on a tablet, because jsdom has no layout. */
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
