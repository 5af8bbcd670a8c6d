import type { Language } from '@talking-avatar/contract';

/**
 * Three passages per language for testing transcripts: one short sentence and two longer ones. The words in brackets can be left out of the
 * recording or out of its transcript.
 */
export const PASSAGES: Readonly<Record<Language, readonly [string, string, string]>> = {
  'en-US': [
    'The garden [was quiet] after the rain stopped.',
    'My neighbor repairs old clocks in a small workshop, and [every Sunday] he shows them to the children.',
    'We took the ferry across the bay before sunrise. Nobody on board [spoke loudly] because the sea was calm, and the captain offered us hot tea with lemon.',
  ],
  'en-GB': [
    'The kettle [boils slowly] in our cold kitchen.',
    'The postman leaves the parcels behind the gate, though [last Tuesday] one of them got completely wet.',
    'Our village holds a market near the old church. Farmers bring cheese and apples, and [after lunch] the brass band plays until the shops close in the evening.',
  ],
  'es-ES': [
    'El perro duerme [toda la tarde] junto a la puerta.',
    'Los vecinos pintaron la fachada de azul, pero [muy pronto] la lluvia borró una parte del color.',
    'Salimos de casa antes del amanecer para ver el mar. El camino estaba vacío y [mi padre] cantaba canciones antiguas mientras conducía despacio por la montaña.',
  ],
  'es-US': [
    'La maestra abrió [la ventana] para escuchar la lluvia.',
    'Mi abuelo cultiva tomates en el patio, y [cada sábado] reparte los mejores entre los vecinos.',
    'El autobús se detuvo frente al mercado poco antes del mediodía. Una señora [con sombrero] nos vendió frutas frescas y después nos indicó el camino a la biblioteca.',
  ],
  'zh-CN': [
    '昨天[下午]我们在公园里看见了一只白鸟。',
    '图书馆的门口有两棵大树，夏天的时候[许多学生]喜欢坐在下面读书。',
    '火车离开车站以后，窗外的田野慢慢变成了高山。奶奶拿出热茶和点心，[一边微笑]一边给我们讲她小时候的故事。',
  ],
  'de-DE': [
    'Der Bäcker [öffnet heute] seinen Laden schon um sechs.',
    'Meine Schwester sammelt alte Landkarten, und [jeden Winter] hängt sie eine neue in den Flur.',
    'Am Morgen lag dichter Nebel über dem See. Die Fischer warteten am Ufer, bis [endlich Wind] aufkam, und erzählten sich Geschichten aus ihrer Jugend in den Bergen.',
  ],
  'it-IT': [
    'La nonna prepara [il caffè] prima di aprire le finestre.',
    'Il treno attraversa la valle molto lentamente, e [dal finestrino] si vedono i campi pieni di fiori gialli.',
    'Ieri sera abbiamo cenato sulla terrazza con gli amici. Il vento era fresco e [la luna] illuminava il porto, mentre qualcuno suonava la chitarra nella piazza vicina.',
  ],
  'fr-FR': [
    'Le jardinier arrose [les roses] avant le lever du soleil.',
    'Notre voisine répare des vélos dans sa cour, et [chaque samedi] elle les prête aux enfants du quartier.',
    'Nous avons marché toute la journée le long de la rivière. Le soir, [près du] vieux moulin, un pêcheur nous a montré le chemin qui descend vers le village.',
  ],
  'pt-PT': [
    'O barco [pequeno] chegou ao porto antes da chuva.',
    'A minha tia guarda cartas antigas numa caixa, e [às vezes] lê uma delas depois do jantar.',
    'Subimos a rua estreita até ao miradouro. Lá em cima, [duas crianças] vendiam limonada fresca, e o guarda contou-nos a história da torre que se vê do outro lado.',
  ],
  'pr-BR': [
    'A cozinheira cortou [os legumes] e acendeu o fogo.',
    'O professor plantou uma árvore no pátio da escola, e [toda manhã] os alunos cuidam dela com carinho.',
    'Chegamos à praia quando o sol começava a baixar. Os pescadores puxavam a rede e [um menino] corria atrás das gaivotas, enquanto a maré cobria devagar as pedras.',
  ],
  ar: [
    'وصل القطار [هذا الصباح] إلى المحطة القديمة.',
    'يعمل جارنا في حديقة كبيرة، و[كل يوم] يجمع الورود لأطفال المدرسة.',
    'خرجنا من البيت قبل شروق الشمس لنرى البحر. كان الطريق خاليا و[كان أبي] يغني أغنية قديمة، بينما نامت أختي الصغيرة في السيارة.',
  ],
  'ja-JP': [
    '弟は[今朝早く]駅前の店でパンを買いました。',
    '祖母の家の庭には大きな柿の木があり、[秋になると]近所の子供たちが集まってきます。',
    '列車が駅を出ると、窓の外に青い海が広がった。向かいの席の老人は[静かに笑って]、若いころに乗った船の話を私たちに聞かせてくれた。',
  ],
  'ru-RU': [
    'Мальчик нашёл [старый ключ] под деревянной лестницей.',
    'Моя соседка выращивает розы на балконе, и [каждое лето] дарит букет учительнице музыки.',
    'Утром над озером стоял густой туман. Рыбаки сидели у костра, и [один старик] рассказывал, как в молодости переплыл реку на маленькой лодке без вёсел.',
  ],
  'hi-IN': [
    'बच्चे ने [पुरानी किताब] मेज़ के नीचे रख दी।',
    'मेरी दादी आँगन में फूल उगाती हैं, और [हर सुबह] पड़ोस के बच्चों को कहानी सुनाती हैं।',
    'हम लोग सूरज निकलने से पहले नदी के किनारे पहुँचे। नाव वाला [बहुत धीरे] गाना गा रहा था, और मेरी बहन पानी में पत्थर फेंककर हँस रही थी।',
  ],
  'vi-VI': [
    'Con mèo đen [nằm ngủ] bên cạnh cửa sổ.',
    'Bác hàng xóm trồng rau sau nhà, và [mỗi buổi sáng] bác mang rau tươi ra chợ bán.',
    'Chúng tôi lên thuyền khi trời còn tối. Mặt hồ rất yên, [người lái] vừa chèo vừa kể chuyện về ngôi làng nhỏ nằm dưới chân núi phía xa.',
  ],
  'ko-KO': [
    '동생이 [어제 저녁] 마당에서 작은 새를 보았어요.',
    '우리 할머니는 시장에서 꽃을 파시는데, [주말마다] 남은 꽃을 이웃에게 나누어 주십니다.',
    '기차가 역을 떠나자 창밖으로 넓은 들판이 보였다. 옆자리 아저씨는 [웃으면서] 따뜻한 차를 건네주고, 젊을 때 바다에서 일한 이야기를 들려주었다.',
  ],
};

/** Returns the whole passage, without the brackets. */
export const wholePassage = (passage: string): string => passage.replaceAll(/[[\]]/g, '');
export const shortenedPassage = (passage: string): string =>
  passage
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ ([,.])/g, '$1');
