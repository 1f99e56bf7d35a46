import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { helpPath } from '../../navigation/screens.ts'
import { useSignedIn } from '../../session/session.tsx'

interface HelpLinkProps {
  /** The name of the page's file in docs/ayuda; without one, the list of all. */
  page?: string
  children?: string
}

export function HelpLink({ page, children = 'Ayuda' }: HelpLinkProps) {
  const { role } = useSignedIn()
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to={helpPath(role)} search={{ page }} {...props} />}>
      {children}
    </Anchor>
  )
}
