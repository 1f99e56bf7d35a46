/** Logo that shows a turnstile: its cabinet, its hub and two arms. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f766e" />
      <rect x="6" y="8" width="7.5" height="17.5" rx="2.4" fill="#ccfbf1" />
      <path d="M14 13.4h12M14.5 14.5l6.4 10" stroke="#5eead4" strokeWidth="2.8" strokeLinecap="round" />
      <circle cx="13.6" cy="13.4" r="3.4" fill="#0f766e" />
      <circle cx="13.6" cy="13.4" r="1.9" fill="#5eead4" />
    </svg>
  )
}
