import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/books')({
  component: () => <h1>Kayıtlar</h1>,
})
