/** What to do about the server: the command that says what is wrong. */
const COMMAND = 'npm run doctor';

export const DoctorHint = ({ text }: { text: string }) => (
  <p>
    {text}{' '}
    <code dir="ltr" className="font-mono whitespace-nowrap">
      {COMMAND}
    </code>
  </p>
);
