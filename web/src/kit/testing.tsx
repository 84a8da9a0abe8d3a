import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { plainSearch } from './address'
import { ConfirmDialog } from './dialog/confirm-dialog'
import { NoticeList } from './dialog/notice-list'

/** show renders a component with the providers of the console, a URL, confirmations and notices. */
export async function show(part: ReactNode, url = '/') {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        {part}
        <ConfirmDialog />
        <NoticeList />
      </>
    ),
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <p>Elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([page, elsewhere]),
    history: createMemoryHistory({ initialEntries: [url] }),
    ...plainSearch,
  })
  await router.load()
  const rendered = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...rendered, router }
}
