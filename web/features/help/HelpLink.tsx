import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getHelpPath } from '../../navigation/screens.ts'
import { useSession } from '../../session/session.tsx'

interface HelpLinkProps {
  /** File name of the help page in docs/ayuda; undefined links to the list of pages. */
  page?: string
  children?: string
  /** Opens the help in a new browser tab, so that the input in a dialog is not lost. */
  apart?: boolean
}

export function HelpLink({ page, children = 'Ayuda', apart = false }: HelpLinkProps) {
  const session = useSession()
  const role = session.state === 'signed-in' ? session.role : 'gym_worker'
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link to={getHelpPath(role)} search={{ page }} target={apart ? '_blank' : undefined} {...props} />
      )}
    >
      {children}
    </Anchor>
  )
}
