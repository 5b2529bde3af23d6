import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3';

/** The bytes of an object, undefined where there is none. */
export const getObject = async (
  client: S3Client,
  object: { Bucket: string; Key: string },
): Promise<Uint8Array | undefined> => {
  try {
    const { Body } = await client.send(new GetObjectCommand(object));
    return await Body!.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};
