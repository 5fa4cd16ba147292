/** The result of a completed job; throws with its error when it failed. */
import type { Api, Sending } from '../api/api.ts';
import { until } from './waiting.ts';

export async function resultOf<Result>(api: Api, jobId: string, as: Sending = {}): Promise<Result> {
  const result = await until(
    async () => {
      const { data } = (await api.send('GET', `jobs/${jobId}`, undefined, as)).body;
      if (data['state'] === 'failed') throw new Error(String(data['error']));
      return data['state'] === 'completed' && (data['result'] as Result);
    },
    { what: `job ${jobId}` },
  );
  await api.jobIsDone();
  return result;
}
