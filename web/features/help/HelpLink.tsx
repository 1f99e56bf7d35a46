import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { helpPath } from '../../navigation/screens.ts'
import { useSignedInUser } from '../../session/session.tsx'

interface HelpLinkProps {
  /** File name of the help page in docs/ayuda; undefined links to the list of pages. */
  page?: string
  children?: string
  /** Opens the help in a new browser tab, so that the input in a dialog is not lost. */
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
