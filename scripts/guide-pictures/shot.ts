import type { Page } from 'playwright-core'

import type { Part, Screen } from './camera.ts'

/** Facts of the demo's shop that the pictures show. */
export interface Facts {
  /** Plate of the car with the most visits. */
  plate: string
  /** Id of an open record with several items. */
  recordId: number
  /** Id of a record whose car was taken in. */
  intakeId: number
}

export interface Shot {
  name: string
  screen: Screen
  /** Shows the screen of the picture and returns the part to photograph; `undefined` is the whole window. */
  show: (page: Page, facts: Facts) => Promise<Part | undefined>
}

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The upper part of a desktop's window. */
export const top = (height: number) => ({ x: 0, y: 0, width: 1280, height })
export const dialog = (page: Page) => page.getByRole('dialog')
