import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/book/$id')({
  component: () => <h1>Kayıt</h1>,
})
