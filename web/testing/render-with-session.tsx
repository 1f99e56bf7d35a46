// Renders components that need a session, as the user 2 of gym 1 (see `renderAtPath`).
import type { ReactNode } from 'react'
import { storeToken } from '../api/session-token.ts'
import { SessionProvider, useSession } from '../session/session.tsx'
import { renderAtPath } from './render.tsx'

const Page = ({ children }: { children: ReactNode }) => useSession().state === 'signed-in' && children

export function renderWithSession(element: ReactNode) {
  storeToken(`x.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user: 2, id_gym: 1, username: 'ana' }) }))}.x`)
  return renderAtPath(
    <SessionProvider>
      <Page>{element}</Page>
    </SessionProvider>,
  )
}
