import { Anchor, Group, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { GuideStep } from '@torniquete/contract/admin/guide.ts'
import { IconCircle, IconCircleCheckFilled } from '../../kit/icons.ts'
import { useSignedIn } from '../../session/session.tsx'
import classes from './guide.module.css'
import { awayFromGuide, type GuidePlace } from './way-back.ts'

type Place = Pick<LinkProps, 'to' | 'search'>

/** Title, reason and place of each step; a step without a place is done in the guide itself. */
const steps: Record<GuideStep, { title: string; hint: string; place?: Place }> = {
  gym: {
    title: 'Datos y logo del gimnasio',
    hint: 'Teléfono o dirección, y el logo: salen en cada factura.',
    place: { to: '/settings', search: { tab: 'gym' } },
  },
  plans: {
    title: 'Planes con su precio',
    hint: 'Los que vendes, además de la «Membresía Diaria».',
    place: { to: '/memberships' },
  },
  terminal: {
    title: 'La terminal de la puerta',
    hint: 'Queda lista cuando llama por primera vez.',
    place: { to: '/settings', search: { tab: 'devices' } },
  },
  people: {
    // Not named after a screen, because tests and users find the menu link by that name.
    title: 'Quienes ya vienen',
    hint: 'Tus clientes, de un archivo de Excel o uno a uno.',
    place: { to: '/clients/import' },
  },
  staff: {
    title: 'Tu personal',
    hint: 'Un usuario para cada persona: se ve quién hizo qué.',
    place: { to: '/settings', search: {} },
  },
  print: {
    title: 'Prueba de impresión',
    hint: 'Una factura de ejemplo, en el papel de tu impresora.',
  },
  messages: {
    title: 'Mensajes',
    hint: 'El correo o el WhatsApp por el que salen. Listo cuando una prueba llega.',
    place: { to: '/settings', search: { tab: 'notifications' } },
  },
}

interface GuideStepLineProps {
  step: GuideStep
  done: boolean
  /** The page that shows the guide. */
  from: GuidePlace
  onPrinted: () => void
}

export function GuideStepLine({ step, done, from, onPrinted }: GuideStepLineProps) {
  const { title, hint, place } = steps[step]
  const Icon = done ? IconCircleCheckFilled : IconCircle
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="0.625rem">
      <Icon
        size={20}
        className={classes.mark}
        color={`var(--mantine-${done ? 'primary-color-filled' : 'color-dimmed'})`}
        aria-label={done ? 'Hecho' : 'Pendiente'}
        role="img"
      />
      <div>
        {place ? (
          <Anchor
            className={classes.link}
            fw={600}
            onClick={() => awayFromGuide.set(from)}
            renderRoot={(props) => <Link {...place} {...props} />}
          >
            {title}
          </Anchor>
        ) : (
          <PrintButton title={title} onPrinted={onPrinted} />
        )}
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
    </Group>
  )
}

function PrintButton({ title, onPrinted }: { title: string; onPrinted: () => void }) {
  const { user } = useSignedIn()
  const print = async () => {
    const { printSample } = await import('../bills/print-bill.tsx')
    if (await printSample(user.name)) onPrinted()
  }
  return (
    <Anchor component="button" type="button" className={classes.link} fw={600} onClick={() => void print()}>
      {title}
    </Anchor>
  )
}
