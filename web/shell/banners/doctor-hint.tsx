/** A hint on server problems: the command that diagnoses them. */
const COMMAND = 'npm run doctor';

export const DoctorHint = ({ text }: { text: string }) => (
  <p>
    {text}{' '}
    <code dir="ltr" className="font-mono whitespace-nowrap">
      {COMMAND}
    </code>
  </p>
);
