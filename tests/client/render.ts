import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Component tests (`// @vitest-environment jsdom`) import these functions from here, so each test has its own page.
afterEach(cleanup)

export { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
