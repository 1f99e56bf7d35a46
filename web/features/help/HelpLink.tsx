import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { helpPath } from '../../navigation/screens.ts'
import { useSignedIn } from '../../session/session.tsx'

interface HelpLinkProps {
  /** The name of the page's file in docs/ayuda; without one, the list of all. */
  page?: string
  children?: string
  /** Within a dialog, where what was begun is to stay: beside it, in a tab of its own. */
  apart?: boolean
}

export function HelpLink({ page, children = 'Ayuda', apart = false }: HelpLinkProps) {
  const { role } = useSignedIn()
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to={helpPath(role)} search={{ page }} target={apart ? '_blank' : undefined} {...props} />
      )}
    >
      {children}
    </Anchor>
  )
}
