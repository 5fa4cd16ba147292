/** Passwords that everybody who guesses tries first. Shorter ones are refused for their length alone. */
const WORDS = `
123456 1234567 12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 7654321 654321
111111 1111111 11111111 000000 00000000 112233 11223344 1122334455 121212 12121212 123123 123123123 12341234 123321
1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 qazwsx qazwsxedc qazwsx123
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwertyuiop123 qwert12345 qweasd qweasdzxc asdfgh
asdfghjk asdfghjkl asdf1234 asdfasdf zxcvbn zxcvbnm zxcvbnm123 poiuytrewq lkjhgfdsa mnbvcxz 1234qwer qwer1234
abc123 abc12345 abcd1234 abcdef abcdefg abcdefgh abcdefghij abcd12345 abc123456 a1b2c3 a1b2c3d4 a123456 a12345678
aa123456 aa12345678 aaa111 aaaaaa aaaaaaaa q1w2e3r4 q1w2e3r4t5 z1x2c3v4 x1x2x3x4
password password1 password12 password123 password1234 password! password1! passw0rd p@ssw0rd p@ssword p@55w0rd
pass1234 pass12345 passpass password01 mypassword newpassword thepassword nopassword yourpassword password2024
password2025 password2026 secret secret123 secret1234 topsecret letmein letmein1 letmein123 letmein! welcome welcome1
welcome12 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 changeme changeme1 changeme123 changeit default
default1 default123 temporary temp1234 temp12345 temppass test1234 test12345 testtest testing testing1 testing123
test123456 guest123 guest1234 demo1234 demodemo sample123 example example1 example123
admin1 admin12 admin123 admin1234 admin12345 admin123456 admin@123 admin2024 admin2025 admin2026 adminadmin
administrator administrator1 root1234 rootroot superuser superuser1 supervisor manager manager1 manager123 cashier
cashier1 cashier123 accountant accounting account1 finance1 office123 business business1 company company1 company123
daftar daftar12 daftar123 daftar1234 kurdistan kurdistan1 kurdistan123 baghdad baghdad1 baghdad123 iraq1234 iraq2024
iraq2025 iraq2026 erbil123 hawler123 slemani123 duhok123 kirkuk123 basra123 mosul123 hewler123 suleimani sulaymaniyah
mohammed mohammed1 mohammed123 mohammad muhammad muhammad1 muhammad123 ahmed123 ahmed1234 ahmad123 ali12345 ali123456
hassan123 hussein1 hussein123 mustafa1 mustafa123 abdullah abdullah1 abdullah123 bismillah bismillah1 bismillah786
allah786 inshallah mashallah alhamdulillah subhanallah habibi123 sweetheart
iloveyou iloveyou1 iloveyou2 iloveyou123 ilovegod loveyou1 lovelove lover123 forever1 princess princess1 princess123
sunshine sunshine1 sunshine123 football football1 football123 baseball baseball1 basketball barcelona barcelona1
realmadrid realmadrid1 liverpool liverpool1 chelsea1 arsenal1 manchester juventus ronaldo7 ronaldo07 cristiano messi123
superman superman1 batman123 spiderman spiderman1 starwars starwars1 pokemon pokemon1 pikachu1 naruto123 minecraft
minecraft1 fortnite roblox123 dragon dragon1 dragon12 dragon123 monkey monkey1 monkey123 shadow shadow1 shadow123
master master1 master123 masterkey killer killer123 hunter12 hunter123 tigger12 charlie charlie1 michael michael1
michael123 jennifer jennifer1 jessica1 jordan23 ashley12 daniel12 daniel123 thomas12 matthew1 nicholas william1
samantha elizabeth alexander alexander1 jonathan benjamin victoria patricia christina
computer computer1 computer123 internet internet1 samsung samsung1 samsung123 iphone12 iphone123 android1 google123
google1234 facebook facebook1 facebook123 instagram instagram1 whatsapp youtube1 yahoo123 gmail123 hotmail1 microsoft
microsoft1 windows10 windows1 windows11 linux123 apple123 toyota12 mercedes ferrari1 porsche1
trustno1 whatever whatever1 blink182 freedom freedom1 ncc1701 matrix123 hello123 hello1234 hello12345 hellohello
helloworld goodluck goodluck1 lucky123 happy123 flower12 butterfly summer12 summer123 summer2024 summer2025 summer2026
winter12 winter123 winter2024 winter2025 winter2026 spring2024 spring2025 spring2026 autumn2024 autumn2025 autumn2026
january1 february march2024 april2024 august12 september october1 november december monday123 friday123 sunday123
nothing nothing1 something anything everything nopass12 none1234 access14 access123 login123 login1234 security
security1 private1 system123 server123 database oracle123 mysql123 postgres postgres1 backup123 network1 router123
cisco123 wireless wifi1234 password.1 qwerty!@# !@#$%^&* !@#$%^&*() 1234567a 12345678a 123456789a 123456a 123456aa
123456abc 123abc123 147258369 147852369 159357 159753 159159159 258456 321321 321654987 369258147 456456456 555555
55555555 5201314 66666666 666666 696969 777777 77777777 7777777 789456123 789789789 88888888 888888 99999999 999999
10203040 102030 1020304050 135790 13579246 24681012 246810 314159265 1a2b3c4d 1a2b3c4d5e 1234abcd 12345qwert 123qwe
123qwe123 123qweasd 123qweasdzxc qwe123 qwe12345 qweqwe123 qweqweqwe qaz123456 azerty azerty123 azertyuiop
`;

const COMMON: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));

/** Letters of either case are the same to whoever guesses; so are one character many times and a plain row of them. */
export function isCommon(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const points = [...folded].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] as number)));
  const isRow = steps.size === 1 && [-1, 0, 1].some((step) => steps.has(step));
  return isRow || COMMON.has(folded);
}
