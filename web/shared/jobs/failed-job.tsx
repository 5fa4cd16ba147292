/** A failed job with its reason. */
import { TriangleAlert } from 'lucide-react';
import { jobProblem } from './job-problem.ts';

export const FailedJob = ({ text, error }: { text: string; error: Parameters<typeof jobProblem>[0] }) => (
  <p role="alert" className="flex items-center gap-2 text-danger-ink">
    <TriangleAlert size={16} aria-hidden />
    {text} {jobProblem(error)}
  </p>
);
