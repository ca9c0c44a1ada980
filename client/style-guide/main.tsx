import '#client/styles.css'

import { RouterContextProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { router } from '#client/router.tsx'
import { StyleGuide } from '#client/style-guide/style-guide.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterContextProvider router={router}>
      <StyleGuide state={new URLSearchParams(window.location.search).get('durum') ?? ''} />
    </RouterContextProvider>
  </StrictMode>,
)
