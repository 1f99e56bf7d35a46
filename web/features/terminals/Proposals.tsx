import { Button, Group, Title } from '@mantine/core'
import type { PeopleDecision, TerminalPerson } from '@torniquete/contract/door/device-people.ts'
import { proposalText } from './people-words.ts'
import classes from './terminals.module.css'

interface ProposalsProps {
  proposals: readonly TerminalPerson[]
  device: string
  pending: boolean
  decide: (decision: PeopleDecision) => void
}

/** Maximum drawn at once; the next follow. */
const most = 50

/** Proposals of a terminal about known people, for a person to accept or reject. */
export function Proposals({ proposals, device, pending, decide }: ProposalsProps) {
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby="proposals" className={classes.proposals}>
      <Title order={3} size="h5" id="proposals">
        Lo que propone el dispositivo
      </Title>
      <ul className={classes.list}>
        {proposals.slice(0, most).map((proposal) => {
          const text = proposalText(proposal, device)
          const { pin, kind } = proposal
          const answer = (act: 'accept' | 'reject') => () => {
            if (kind !== 'stranger' && !pending) decide({ act, pin, kind })
          }
          return (
            <li key={`${kind} ${pin}`} className={classes.proposal}>
              <span className={classes.grow}>{text}</span>
              <Group gap="xs" wrap="nowrap">
                <Button size="sm" variant="light" aria-label={`Aceptar. ${text}`} onClick={answer('accept')}>
                  Aceptar
                </Button>
                <Button size="sm" variant="default" aria-label={`Rechazar. ${text}`} onClick={answer('reject')}>
                  Rechazar
                </Button>
              </Group>
            </li>
          )
        })}
      </ul>
      {proposals.length > most && <p className={classes.quiet}>Y {proposals.length - most} más.</p>}
    </section>
  )
}
