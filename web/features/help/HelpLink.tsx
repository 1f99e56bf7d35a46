import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { helpPath } from '../../navigation/screens.ts'
import { useSignedInUser } from '../../session/session.tsx'

interface HelpLinkProps {
  /** File name of the page in docs/ayuda; without one, the list. */
  page?: string
  children?: string
  /** Opens a new tab, so that the dialog's input stays. */
  apart?: boolean
}

export function HelpLink({ page, children = 'Ayuda', apart = false }: HelpLinkProps) {
  const { role } = useSignedInUser()
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
